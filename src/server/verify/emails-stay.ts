/**
 * From when on every email is there: earlier ones may have been removed. An email is removed by the
 * time of its sending, which is that of its event or later. The day is for clocks that differ.
 */
export const emailsStay = `(select coalesce(max(removed_before) + interval '1 day', '-infinity')
    from removals where rule = 'sentEmails')`;
