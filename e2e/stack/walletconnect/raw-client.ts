import { generateKeyPairSync, sign } from 'node:crypto'
import { WebSocket } from 'ws'
import * as z from '#shared/zod.ts'

/** The claims of a relay token that a test can override; times are seconds since 1970. */
export type Claims = { readonly aud: string; readonly iat: number; readonly exp: number }

/** A client of the relay protocol alone: messages that it publishes and receives are plain text. */
export type RawClient = {
  readonly call: (method: string, params: unknown) => Promise<unknown>
  readonly sendText: (text: string) => void
  /** Pushed messages, in order of arrival. */
  readonly received: readonly { readonly topic: string; readonly message: string; readonly tag: number }[]
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  /** Resolves at the first ping frame. */
  readonly pinged: Promise<void>
  readonly cut: () => void
}

const frameSchema = z.union([
  z.object({
    id: z.number(),
    method: z.literal('irn_subscription'),
    params: z.object({ data: z.object({ topic: z.string(), message: z.string(), tag: z.number() }) }),
  }),
  z.object({ id: z.number(), error: z.object({ code: z.number(), message: z.string() }) }),
  z.object({ id: z.number(), result: z.unknown() }),
])

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function encodeBase58(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = `${base58Alphabet[Number(value % 58n)]}${text}`
  return text
}

/** Creates a key that several connections can share, like the key of an installed wallet. */
export function createIdentity() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const iss = `did:key:z${encodeBase58(Buffer.concat([Buffer.from([0xed, 0x01]), spki.subarray(-32)]))}`
  const encodePart = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
  return {
    clientId: iss,
    token(relayUrl: string, overrides: Partial<Claims> = {}): string {
      const iat = Math.floor(Date.now() / 1_000)
      const claims = { iss, sub: 'nonce', aud: relayUrl, iat, exp: iat + 86_400, ...overrides }
      const body = `${encodePart({ alg: 'EdDSA', typ: 'JWT' })}.${encodePart(claims)}`
      return `${body}.${sign(null, Buffer.from(body), privateKey).toString('base64url')}`
    },
  }
}

type Options = {
  readonly token?: string
  readonly sendsReceipts?: boolean
  readonly identity?: Identity
  readonly project?: string
}
type Identity = ReturnType<typeof createIdentity>

/** Opens a connection; rejects when it does not open. With `sendsReceipts: false` it acknowledges no message. */
export async function connectRaw(relayUrl: string, options: Options = {}): Promise<RawClient> {
  const { identity = createIdentity(), sendsReceipts = true, project = 'demo' } = options
  const { token = identity.token(relayUrl) } = options
  const socket = new WebSocket(`${relayUrl}/?auth=${token}&projectId=${project}`)
  const received: { topic: string; message: string; tag: number }[] = []
  const pending = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  const pinged = new Promise<void>((resolve) => socket.once('ping', () => resolve()))
  socket.on('message', (data) => {
    const frame = z.parse(frameSchema, JSON.parse(data.toString()))
    if ('method' in frame) {
      received.push(frame.params.data)
      if (sendsReceipts) socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
      return
    }
    const pendingCall = pending.get(frame.id)
    pending.delete(frame.id)
    if ('error' in frame) pendingCall?.reject(new Error(`${frame.error.code} ${frame.error.message}`))
    else pendingCall?.resolve(frame.result)
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve())
    socket.on('error', reject)
  })
  return {
    received,
    closed,
    pinged,
    cut: () => socket.terminate(),
    sendText: (text) => socket.send(text),
    call(method, params) {
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      })
    },
  }
}
