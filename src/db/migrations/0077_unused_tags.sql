-- As before, and under a lock that all share who add tags. While nobody holds it, a job may delete the
-- spellings that no product has: whoever adds one of them waits, and then adds its spelling again.
CREATE OR REPLACE FUNCTION keep_tags(tags text[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock_shared(hashtextextended('tag spellings', 0)) WHERE cardinality(tags) > 0;
  INSERT INTO tag_spellings (key, tag)
    SELECT DISTINCT lower(tag), tag FROM unnest(tags) tag
     WHERE octet_length(lower(tag)) + octet_length(tag) <= 2600 ORDER BY 1, 2
    ON CONFLICT DO NOTHING
$$;
