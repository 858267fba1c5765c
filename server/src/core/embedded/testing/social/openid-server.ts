import type { RequestListener } from 'node:http'
import { listenLocally } from './listen-locally.ts'
import { createOpenIdPeer, type OpenIdClient, type OpenIdUser } from './openid-peer.ts'

/** An OpenID provider at the paths of Google or Apple, on a port of this machine. It logs its current user in. */
export async function startOpenIdServer(kind: 'google' | 'apple', client: OpenIdClient) {
  let user: OpenIdUser | undefined
  let handle: RequestListener = () => undefined
  const server = await listenLocally((request, response) => handle(request, response))
  const { respond } = createOpenIdPeer(kind, server.origin, client, async () => user ?? 'denied')
  handle = (request, response) => void respond(request, response)
  return {
    ...server,
    /** Chooses the user of the next login; undefined: the user cancels. */
    logInAs: (next: OpenIdUser | undefined) => {
      user = next
    },
  }
}
