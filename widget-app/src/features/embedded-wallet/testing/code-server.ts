import { testAccount, testToken } from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import type { TestResponse, TestRoutes } from '#widget/testing/world.ts'

/** Test only: id of the codes that the server sends. */
export const codeId = 'code'.repeat(6)

const sent: TestResponse = { body: { id: codeId, lifetimeSeconds: 600, resendSeconds: 30 } }

/** Test only: the response to each code; any other code is wrong. */
const responses: Readonly<Record<string, TestResponse>> = {
  '000001': { status: 404 },
  '000002': { status: 429 },
  '000003': { status: 429, headers: { 'retry-after': '18000' } },
  '000004': { status: 500 },
}

const respond = (body: unknown, accepted: TestResponse): TestResponse => {
  const code = String(Reflect.get(Object(body), 'code'))
  return code === '123456' ? accepted : (responses[code] ?? { status: 400 })
}

type CodeServer = {
  /** The response to a request for a code. */
  readonly send?: () => TestResponse | Promise<TestResponse>
  readonly delivery?: () => TestResponse
  readonly account?: unknown
}

/** Test only: logins by the code 123456. */
export const loginRoutes = ({ send = () => sent, delivery, account }: CodeServer = {}): TestRoutes => ({
  '/codes': send,
  [`/codes/${codeId}`]: (_url, body) =>
    body === undefined
      ? (delivery?.() ?? { body: { delivery: 'accepted' } })
      : respond(body, { body: { token: testToken, isNew: true, account: account ?? testAccount } }),
})

type UpdateServer = {
  readonly stepUp?: () => TestResponse
  readonly send?: () => TestResponse
  readonly attempt?: TestResponse
}

/** Test only: a change of the address by two codes 123456. */
export const updateRoutes = ({
  stepUp = () => sent,
  send = () => sent,
  attempt = {
    body: { account: { ...testAccount, identities: [{ provider: 'email', name: 'new@example.org' }] } },
  },
}: UpdateServer = {}): TestRoutes => ({
  '/step-up': stepUp,
  [`/step-up/${codeId}`]: (_url, body) => respond(body, { body: {} }),
  '/email': send,
  [`/email/${codeId}`]: (_url, body) => respond(body, attempt),
})
