import * as z from '#shared/zod.ts'

/** Responses repeat the id unchanged: clients send numbers and strings. */
const id = z.union([z.string(), z.number()])
const topic = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const seconds = z.int().check(z.positive())
const ciphertext = z.string().check(z.minLength(1))
const attestation = z.optional(z.string())

const publish = z.object({
  topic,
  message: ciphertext,
  ttl: z.optional(seconds),
  tag: z.optional(z.int()),
  attestation,
})
const topicParams = z.object({ topic })
const topicsParams = z.object({ topics: z.array(topic) })

/** The calls that the 2.21.8 client makes. */
const callSchema = z.discriminatedUnion('method', [
  z.object({ id, method: z.literal('irn_publish'), params: publish }),
  z.object({
    id,
    method: z.literal('irn_batchPublish'),
    params: z.object({ messages: z.array(publish) }),
  }),
  z.object({ id, method: z.literal('irn_subscribe'), params: topicParams }),
  z.object({ id, method: z.literal('irn_batchSubscribe'), params: topicsParams }),
  z.object({ id, method: z.literal('irn_unsubscribe'), params: topicParams }),
  z.object({
    id,
    method: z.literal('irn_batchUnsubscribe'),
    params: z.object({ subscriptions: z.array(topicParams) }),
  }),
  z.object({ id, method: z.literal('irn_fetchMessages'), params: topicParams }),
  z.object({ id, method: z.literal('irn_batchFetchMessages'), params: topicsParams }),
  z.object({
    id,
    method: z.literal('wc_proposeSession'),
    params: z.object({
      pairingTopic: topic,
      sessionProposal: ciphertext,
      ttl: z.optional(seconds),
      attestation,
    }),
  }),
  z.object({
    id,
    method: z.literal('wc_approveSession'),
    params: z.object({
      pairingTopic: topic,
      sessionTopic: topic,
      sessionProposalResponse: ciphertext,
      sessionSettlementRequest: ciphertext,
      ttl: z.optional(seconds),
    }),
  }),
])
export type Call = z.infer<typeof callSchema>

const anyCallSchema = z.object({ id, method: z.string() })
const acknowledgementSchema = z.object({ id: z.number(), result: z.literal(true) })

type FrameId = z.infer<typeof id>

/** A frame of a client: a call, the receipt of a pushed message, an invalid call, or anything else. */
export type Frame =
  | { readonly is: 'call'; readonly call: Call }
  | { readonly is: 'receipt'; readonly pushId: number }
  | { readonly is: 'wrong'; readonly id: FrameId; readonly code: number; readonly message: string }
  | { readonly is: 'noise' }

/** Parses the text of a frame. */
export function parseFrame(text: string): Frame {
  const json = parseJson(text)
  const call = callSchema.safeParse(json)
  if (call.success) return { is: 'call', call: call.data }
  const other = anyCallSchema.safeParse(json)
  if (other.success) {
    return isSupportedMethod(other.data.method)
      ? { is: 'wrong', id: other.data.id, code: -32602, message: z.prettifyError(call.error) }
      : { is: 'wrong', id: other.data.id, code: -32601, message: 'Method not found' }
  }
  const receipt = acknowledgementSchema.safeParse(json)
  return receipt.success ? { is: 'receipt', pushId: receipt.data.id } : { is: 'noise' }
}

function isSupportedMethod(method: string): boolean {
  return callSchema.def.options.some((option) =>
    option.shape.method.def.values.some((supported) => supported === method),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
