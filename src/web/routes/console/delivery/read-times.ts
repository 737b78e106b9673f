/** The form of the working times as it was typed. */
export interface TimesDraft {
  cutOff: string;
  workingDays: number[];
  daysOff: string[];
}

export function readTimes(posted: FormData): TimesDraft {
  return {
    // Browsers may send seconds as well.
    cutOff: String(posted.get('cutOff') ?? '').slice(0, 5),
    workingDays: posted.getAll('workingDay').map(Number),
    daysOff: String(posted.get('daysOff') ?? '')
      .split(/[\s,;]+/)
      .filter(Boolean),
  };
}
