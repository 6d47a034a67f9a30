-- Pictures of articles and banners: redrawn, named by what they show, and never changed.

create table article_picture (
  id integer generated always as identity primary key,
  name text not null unique check (name ~ '^picture-[0-9a-f]{32}\.jpg$'),
  bytes bytea not null check (length(bytes) between 1 and 4000000),
  operator_id integer not null references operator (id),
  added_at timestamptz not null
);
-- How many an operator has added lately.
create index article_picture_operator on article_picture (operator_id, added_at);
