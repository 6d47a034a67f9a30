-- How often a key was used, and when last, is kept beside the key: its uses of ninety days are too many
-- to be added up by whoever looks at a list of keys.
alter table api_key
  add column uses bigint not null default 0 check (uses >= 0),
  add column last_used_at timestamptz;

update api_key set uses = used.uses, last_used_at = used.at
from (select api_key_id, sum(uses)::bigint as uses, max(last_at) as at from api_key_use group by 1) used
where used.api_key_id = api_key.id;
