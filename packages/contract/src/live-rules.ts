/** Why the server closed a socket, beside the codes of the protocol itself. */
export const liveCloseCodes = {
  /** The session of the socket has ended: log in again. */
  sessionEnded: 4001,
  /** Too many messages came in. */
  flood: 4008,
  /** The member has too many sockets open. */
  crowd: 4009,
  /** More than 1 MB waited to be read. */
  slow: 4013,
} as const
