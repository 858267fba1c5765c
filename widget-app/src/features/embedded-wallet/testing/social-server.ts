import { testAccount, testToken } from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import type { OpenWindow } from '#widget/lib/popup.ts'
import type { TestResponse, TestRoutes } from '#widget/testing/world.ts'

/** Test only: id of the attempts that the server creates. */
export const attemptId = 'try'.repeat(8)

/** Test only: a link of Farcaster's app. */
export const farcasterUrl = 'https://farcaster.xyz/~/siwf?channelToken=2f0e1bda'

/** Test only: a project with these ways to log in. */
export const socialProject = (config: readonly string[]): TestRoutes => ({
  '/appkit/v1/config': () => ({ body: { features: [{ id: 'social_login', isEnabled: true, config }] } }),
})

type Response = TestResponse | Promise<TestResponse>
type AttemptServer = {
  readonly create?: (body: unknown) => Response
  /** The responses to the reads of an attempt, in order; the last one is repeated. */
  readonly reads?: readonly (() => Response)[]
}

const readRoute = (reads: readonly (() => Response)[]): (() => Response) => {
  let count = 0
  return () => {
    const respond = reads[Math.min(count, reads.length - 1)]
    count += 1
    return respond?.() ?? { status: 404 }
  }
}

/** Test only: the login has ended well. */
export const completed = (): TestResponse => ({
  body: { is: 'completed', token: testToken, isNew: true, account: testAccount },
})
/** Test only: the user has not answered, and the test gives no other response. */
export const never = (): Promise<TestResponse> => new Promise(() => {})

/** Test only: logins with the accounts of other services, by `/embedded/v1` paths. */
export const socialRoutes = ({
  create = () => ({
    body: { id: attemptId, url: 'https://api.example/x', number: '42', lifetimeSeconds: 600 },
  }),
  reads = [never],
}: AttemptServer = {}): TestRoutes => ({
  '/social/attempts': (_url, body) => create(body),
  [`/social/attempts/${attemptId}`]: readRoute(reads),
})

/** Test only: logins with Farcaster, by `/embedded/v1` paths. */
export const farcasterRoutes = ({
  create = () => ({
    body: { id: attemptId, url: farcasterUrl, lifetimeSeconds: 600, pollSeconds: 2 },
  }),
  reads = [() => ({ body: { is: 'waiting' } })],
}: AttemptServer = {}): TestRoutes => ({
  '/farcaster': (_url, body) => create(body),
  [`/farcaster/${attemptId}`]: readRoute(reads),
})

/** Test only: windows that open, with their URLs. */
export function testWindows() {
  const urls: string[] = []
  const windows: { opener: unknown; closed: boolean; focus: () => void; close: () => void }[] = []
  const openWindow: OpenWindow = (url) => {
    urls.push(url)
    const opened = {
      opener: {},
      closed: false,
      location: { href: url },
      focus: () => undefined,
      close: () => {
        opened.closed = true
      },
    }
    windows.push(opened)
    return opened
  }
  return { openWindow, urls, windows }
}
