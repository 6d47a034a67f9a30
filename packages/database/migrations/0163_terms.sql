-- Which version of the terms holds is a setting, and to which each member agreed is kept.
insert into setting (name, effective_from, value)
values ('house.terms', '2023-01-01T00:00:00Z', '{"version": "1"}');

create table terms_agreement (
  member_id integer not null references member (id),
  version integer not null check (version > 0),
  agreed_at timestamptz not null,
  primary key (member_id, version)
);
insert into terms_agreement (member_id, version, agreed_at)
select id, terms_version, coalesce(agreed_at, joined_at) from member where terms_version > 0;
