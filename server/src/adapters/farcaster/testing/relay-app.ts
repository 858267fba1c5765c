import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import * as z from '../../../../../shared/zod.ts'

/** What an app requests the phone to sign. */
const requestSchema = z.strictObject({
  siweUri: z.url(),
  domain: z.string().check(z.regex(/^[a-zA-Z0-9.-]+(:[0-9]+)?$/)),
  nonce: z.optional(z.string()),
  notBefore: z.optional(z.iso.datetime()),
  expirationTime: z.optional(z.iso.datetime()),
  requestId: z.optional(z.string()),
  redirectUrl: z.optional(z.string()),
  acceptAuthAddress: z.optional(z.boolean()),
})

const answerSchema = z.strictObject({
  message: z.string(),
  signature: z.string().check(z.regex(/^0x[a-fA-F0-9]+$/)),
  fid: z.int(),
  username: z.optional(z.string()),
  bio: z.optional(z.string()),
  displayName: z.optional(z.string()),
  pfpUrl: z.optional(z.string()),
  authMethod: z.optional(z.enum(['custody', 'authAddress'])),
})

type Channel = {
  readonly request: z.output<typeof requestSchema> & { readonly nonce: string }
  readonly answer: z.output<typeof answerSchema> | undefined
}
type Env = { Bindings: HttpBindings }

/** Changes what the relay states, as a relay that lies. */
type ChangeStatement = (statement: Readonly<Record<string, unknown>>) => object

/**
 * A Farcaster relay (github.com/farcasterxyz/auth-monorepo, `apps/relay`): apps open channels, phones answer in them, and an
 * answer is returned once.
 * @param appOrigin origin of the URLs that phones open.
 * @param phoneKey key that phones send with their answers.
 */
export function createRelayApp(appOrigin: string, phoneKey: string) {
  const channels = new Map<string, Channel>()
  let changeChannel: ChangeStatement = (statement) => statement
  let changeAnswer: ChangeStatement = (statement) => statement
  let failure: 500 | 502 | 503 | undefined
  let reads = 0

  const unauthorized = (c: Context<Env>) => c.json({ error: 'Unauthorized' }, 401)
  const tokenOf = (c: Context<Env>) => c.req.header('authorization')?.split(' ')[1] ?? ''

  const app = new Hono<Env>()
  app.post('/v1/channel', async (c) => {
    const request = requestSchema.safeParse(await c.req.json())
    if (!request.success) return c.json({ error: 'Validation error' }, 400)
    const channelToken = randomUUID()
    const nonce = request.data.nonce ?? randomUUID().replaceAll('-', '')
    channels.set(channelToken, { request: { ...request.data, nonce }, answer: undefined })
    const url = `${appOrigin}/~/siwf?channelToken=${channelToken}`
    return c.json(changeChannel({ channelToken, url, connectUri: url, nonce }), 201)
  })
  app.get('/v1/channel/status', (c) => {
    reads += 1
    if (failure !== undefined) return c.json({ error: 'Internal error' }, failure)
    const token = tokenOf(c)
    const channel = channels.get(token)
    if (channel === undefined) return unauthorized(c)
    const { request, answer } = channel
    const { nonce, acceptAuthAddress = false } = request
    const open = { nonce, acceptAuthAddress, signatureParams: request }
    if (answer === undefined) return c.json({ state: 'pending', ...open }, 202)
    channels.delete(token)
    return c.json(changeAnswer({ state: 'completed', ...open, ...answer, verifications: [] }))
  })
  app.post('/v1/channel/authenticate', async (c) => {
    const token = tokenOf(c)
    const channel = channels.get(token)
    if (c.req.header('x-farcaster-auth-relay-key') !== phoneKey || channel === undefined)
      return unauthorized(c)
    const answer = answerSchema.safeParse(await c.req.json())
    if (!answer.success) return c.json({ error: 'Validation error' }, 400)
    channels.set(token, { ...channel, answer: answer.data })
    return c.json({ state: 'completed' }, 201)
  })

  return {
    app,
    /** How often the state of a channel was read. */
    reads: () => reads,
    /** Changes what the relay responds to an app that opens a channel. */
    changeChannels: (change: ChangeStatement) => {
      changeChannel = change
    },
    /** The status with which the relay responds to all reads; undefined: it works. */
    changeStatus: (status: typeof failure) => {
      failure = status
    },
    /** Changes what the relay states of answers. */
    changeAnswers: (change: ChangeStatement) => {
      changeAnswer = change
    },
  }
}
