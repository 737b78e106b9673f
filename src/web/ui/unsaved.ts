/** How many forms on the page have unsaved input. */
let guarded = 0;

/** True while there is input that would be lost with the page. */
export function isAnythingUnsaved(): boolean {
  return guarded > 0;
}

/** Counts a form with unsaved input until the returned function is called. */
export function countUnsaved(): () => void {
  guarded += 1;
  return () => {
    guarded -= 1;
  };
}
