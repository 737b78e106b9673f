/** Tags in a sentence: '“wool” and “winter”'. */
export function quotedTags(tags: readonly string[]): string {
  return new Intl.ListFormat('en').format(tags.map((tag) => `“${tag}”`));
}
