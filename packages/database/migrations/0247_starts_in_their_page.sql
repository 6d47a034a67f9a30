-- A start moves a moment in its member's row that no index holds. With room in the page the row's next
-- version stays there, and the dozen indexes of members are left as they are.

alter table member set (fillfactor = 50);
