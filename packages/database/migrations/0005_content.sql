-- Notices, news and pages, in every language, and the contacts of support.

create table article (
  id integer primary key check (id > 0),
  -- How a screen names a page; notices and news have none.
  slug text unique check (slug ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- 4 notices, 5 news; null for a page, which no list shows.
  c_id integer check (c_id > 0),
  -- The highest comes first.
  sorts integer not null default 0,
  thumbnail text not null default '',
  -- Another id of the same article: its texts are read there.
  same_as integer references article (id) check (same_as <> id),
  create_time timestamptz not null
);
create index article_list on article (c_id, sorts desc, create_time desc, id desc)
  where c_id is not null;

create table article_text (
  article_id integer not null references article (id) on delete cascade,
  language text not null
    check (language in ('en', 'zh', 'kr', 'jp', 'hk', 'spa', 'bx', 'ban')),
  title text not null check (length(title) between 1 and 200),
  summary text not null check (length(summary) <= 500),
  -- Safe already: it passes the allow-list before it is stored.
  html text not null check (length(html) between 1 and 200000),
  primary key (article_id, language)
);

-- A notice a member has opened.
create table notice_read (
  member_id integer not null references member (id),
  article_id integer not null references article (id) on delete cascade,
  read_at timestamptz not null,
  primary key (member_id, article_id)
);

create table contact (
  id integer primary key check (id > 0),
  sorts integer not null default 0,
  name text not null check (length(name) between 1 and 100),
  channel text not null check (channel in ('telegram', 'whatsapp', 'mail')),
  number text not null check (length(number) between 1 and 100),
  url text not null check (url ~ '^(https://|mailto:)'),
  hours text not null check (length(hours) between 1 and 100)
);
