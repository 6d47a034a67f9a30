-- The fees of all follow from the volumes of the last days, which are read each minute: not those before.
create index exchange_volume_day on exchange_volume (day);
