/**
 * The Typst program that lays out a document. It never changes: texts come as JSON, and Typst shows
 * strings as they are, so no text can be a command. docs/decisions/0042-pdf-documents.md says why
 * Typst.
 */
export const template = String.raw`
#let data = json(bytes(sys.inputs.data))
#let strong = data.strong
#let soft = luma(35%)

#set document(title: strong.title, date: auto)
#set text(font: data.fonts, fallback: false, size: 10pt, lang: "en", number-width: "tabular")
#set par(leading: 0.5em, spacing: 0.5em)
#set page(
  paper: data.paper,
  margin: (x: 2cm, top: 2cm, bottom: 2.4cm),
  footer: context text(size: 8pt, fill: soft, {
    strong.title
    h(1fr)
    "Page " + str(counter(page).get().first()) + " of " + str(counter(page).final().first())
  }),
)
#show heading: it => block(above: 0pt, below: 0pt, it.body)
#show heading.where(level: 1): set text(size: 18pt, weight: 700)
#show heading.where(level: 2): set text(size: 8.5pt, weight: 400, fill: soft)

// A word that is wider than its column is broken where the column ends. Words of scripts without
// spaces are broken anyway.
#let spaceless = regex("[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}]")
#let broken(word, width) = {
  if measure(word).width <= width or word.contains(spaceless) { return word }
  let lines = ("",)
  let used = 0pt
  for cluster in word.clusters() {
    let own = measure(cluster).width
    if used + own > width {
      lines.push("")
      used = 0pt
    }
    lines.last() += cluster
    used += own
  }
  lines.join(linebreak())
}
// A line has the direction of its first letter, and begins on the left like the others.
#let right-to-left = regex("^[\p{Arabic}\p{Hebrew}]")
#let line-of(value) = layout(size => {
  let first = value.match(regex("\p{L}"))
  let dir = if first != none and first.text.contains(right-to-left) { rtl } else { ltr }
  set text(dir: dir)
  align(left, value.split(" ").map(word => broken(word, size.width)).join(" "))
})
#let small(value) = text(size: 8.5pt, fill: soft, line-of(value))

#if strong.notice != none {
  block(width: 100%, stroke: 0.75pt, inset: 8pt, below: 16pt, text(weight: 700, strong.notice))
}

#grid(
  columns: (1fr, 1fr),
  column-gutter: 1cm,
  row-gutter: 0.9cm,
  {
    heading(strong.title)
    v(10pt)
    grid(
      columns: (2.6cm, 1fr),
      row-gutter: 0.5em,
      ..data.facts.map(((term, value)) => (text(fill: soft, term), line-of(value))).flatten(),
    )
  },
  {
    text(weight: 700, line-of(strong.seller))
    for value in data.seller { line-of(value) }
  },
  ..data.parties.map(((title, lines)) => {
    heading(level: 2, title)
    v(4pt)
    for value in lines { line-of(value) }
  }),
)
#v(0.8cm)

#let amounts = strong.columns.len() - 1
#table(
  columns: (1fr,) + (auto,) * amounts,
  align: (left,) + (right,) * amounts,
  stroke: (x, y) => (bottom: if y == 0 { 0.75pt } else { 0.4pt + luma(80%) }),
  inset: (x, y) => (left: if x == 0 { 0pt } else { 14pt }, right: 0pt, y: 5.5pt),
  table.header(..strong.columns.map(column => text(weight: 700, column))),
  ..data.items.map(((name, details, cells)) => (
    table.cell(breakable: false, {
      line-of(name)
      for value in details { small(value) }
    }),
    ..cells,
  )).flatten(),
)

// The sums stay together, unless they are as many as a page has.
#v(4pt)
#block(breakable: data.before.len() + data.after.len() > 20, {
  set par(leading: 0.4em)
  let row(term, amount) = (align(right, term), align(right, amount))
  let total(value) = text(size: 12pt, weight: 700, value)
  grid(
    columns: (1fr, auto),
    column-gutter: 14pt,
    row-gutter: 6pt,
    ..data.before.map(((term, amount)) => row(term, amount)).flatten(),
    ..row(total(strong.total.first()), total(strong.total.last())),
    ..data.after.map(((term, amount)) => row(term, amount)).flatten(),
  )
})

#if data.note != none {
  v(0.8cm)
  line-of(data.note)
}
`;
