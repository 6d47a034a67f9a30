-- What comes in from the chain and what is sent to it keeps to its states, too.

select
  keep_states('deposit', '{seen, final}', '{seen > gone, gone > seen, seen > final, gone > final,
    final > parked, parked > final, final > credited}'),
  keep_states('arrival', '{found}', '{found > booked}'),
  keep_states('chain_transaction', '{queued}', '{queued > signed, queued > failed, signed > sent,
    signed > final, signed > failed, sent > final, sent > failed}'),
  keep_states('mint_batch', '{sent}', '{sent > minted, sent > failed}');
