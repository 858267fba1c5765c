import type { RequestListener } from 'node:http'
import { listenLocally } from './listen-locally.ts'
import { createOAuthPeer, type OAuthPeerId, type OAuthServerClient, type OAuthUser } from './oauth-peer.ts'

/** One of the services that log in by plain OAuth 2, on a port of this machine. It logs its current user in. */
export async function startOAuthServer(id: OAuthPeerId, client: OAuthServerClient) {
  let user: OAuthUser | undefined
  let handle: RequestListener = () => undefined
  const server = await listenLocally((request, response) => handle(request, response))
  const { respond, ...peer } = createOAuthPeer(id, server.origin, client, async () => user ?? 'denied')
  handle = (request, response) => void respond(request, response)
  return {
    ...{ ...server, ...peer },
    /** Chooses the user of the next login; undefined: the user cancels. */
    logInAs: (next: OAuthUser | undefined) => {
      user = next
    },
  }
}
