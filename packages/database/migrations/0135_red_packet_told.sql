-- A red packet whose code is told to all members, such as the one of the sample data.

alter table red_packet add column is_told boolean not null default false;
