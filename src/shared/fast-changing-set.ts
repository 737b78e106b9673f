/** What a `FastChangingSet` holds. It knows its place there. */
export interface Member {
  /** −1 when it is in no set. */
  place: number;
}

/**
 * A set, without an order, whose members come and go thousands of times a second. JavaScript's own
 * set makes a new table after some removals. The old table keeps its members and the new table
 * until it is collected. Once one of these tables has become old, no collection of young objects
 * frees the tables after it, so every member becomes old. For requests that made half of the
 * garbage collector's work.
 */
export class FastChangingSet<One extends Member> implements Iterable<One> {
  readonly #members: One[] = [];

  get size(): number {
    return this.#members.length;
  }

  add(one: One): void {
    if (one.place < 0) one.place = this.#members.push(one) - 1;
  }

  delete(one: One): void {
    if (one.place < 0) return;
    const last = this.#members.pop();
    if (last && last !== one) {
      this.#members[one.place] = last;
      last.place = one.place;
    }
    one.place = -1;
  }

  /** The members at the time of the call. Some may be deleted meanwhile. */
  [Symbol.iterator](): Iterator<One> {
    return [...this.#members][Symbol.iterator]();
  }
}
