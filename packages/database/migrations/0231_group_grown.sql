-- Those who joined a group on hold are a group of their own, which somebody decides about.
alter table sybil_group
  add column grown_of integer references sybil_group (id),
  -- How many its reasons are about: with those of the group it joined.
  add column counted integer,
  add constraint sybil_group_grown check ((grown_of is null) = (counted is null) and counted >= size);
create index sybil_group_grown on sybil_group (grown_of) where grown_of is not null;
create unique index sybil_group_growing on sybil_group (grown_of) where state = 'found';
