-- A picture of a member is kept until a time after what it belongs to has ended, which is found by the
-- picture. Until now it went a time after it was sent, although a dispute may last longer.
create index deal_picture on deal (picture) where picture is not null;
create index deal_message_picture on deal_message (picture) where picture is not null;
create index bank_deposit_picture on bank_deposit (voucher);
create index feedback_message_pictures on feedback_message using gin (pictures)
  where pictures <> '{}';

-- The pictures of the house that a text shows.
create function article_pictures(html text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct found[1]), '{}')
  from regexp_matches(html, 'picture-[0-9a-f]{32}\.jpg', 'g') found
$$;
alter table article_version
  add column pictures text[] not null generated always as (article_pictures(html)) stored;
create index article_version_pictures on article_version using gin (pictures)
  where pictures <> '{}';
create index article_thumbnail on article (thumbnail);

-- When it was last added, or named by what was saved: whoever has written of it has a day to save that.
alter table article_picture add column named_at timestamptz;
update article_picture set named_at = added_at;
alter table article_picture alter column named_at set not null;
create index article_picture_named on article_picture (named_at);
