/** The first file descriptor that a service manager passes: SD_LISTEN_FDS_START of sd_listen_fds(3). */
const firstDescriptor = 3

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The listening socket that systemd passes to this process if a socket unit starts it (sd_listen_fds(3)). systemd keeps the
 * socket open while the server restarts, and connections wait in it.
 * @returns its file descriptor; undefined when there is none
 * @throws Error with a message for the operator, when there are several
 */
export function activatedSocket(
  { LISTEN_PID: forProcess, LISTEN_FDS: count }: Environment,
  processId: number,
): number | undefined {
  // Child processes inherit the variables, but the sockets are not for them.
  if (forProcess !== String(processId) || count === undefined) return undefined
  if (count !== '1')
    throw new Error(
      `LISTEN_FDS is ${count}: the server takes one socket, so its socket unit must have one ListenStream`,
    )
  return firstDescriptor
}
