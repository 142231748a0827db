/**
 * How far the review `r` has come. Everything that shows or filters by it says it in these words: who has been asked and
 * has not answered keeps it pending, and a deadline that passes before makes it overdue.
 */
export const STATUS_OF_REVIEW = `case
  when not exists (select from reviewers w where w.review_id = r.id and w.status in ('pending', 'reviewing'))
    then 'completed'
  when r.deadline < now() then 'overdue'
  else 'pending' end`;
