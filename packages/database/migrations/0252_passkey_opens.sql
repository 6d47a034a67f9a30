-- Which passkeys open their account by themselves. A reset ends that of each that is there, until it has
-- confirmed something in a session that began after the reset.
alter table passkey add column opens boolean not null default true;
update passkey set opens = false
from member where member.id = passkey.member_id and member.password_reset_at >= passkey.created_at;
