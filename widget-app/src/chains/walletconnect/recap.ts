import { type ChainId, chainIdSchema } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import { decodeBase64 } from './base64.ts'

/** The permissions of a ReCap (ERC-5573): methods, each on all of these chains. */
export type Recap = { readonly methods: readonly string[]; readonly chains: readonly ChainId[] }

const prefix = 'urn:recap:'
const ability = /^request\/(\w{1,64})$/
const preamble = 'I further authorize the stated URI to perform the following actions on my behalf: '

const recapSchema = () =>
  z.object({
    att: z.strictObject({
      eip155: z.record(
        z.string().check(z.regex(ability)),
        z.tuple([z.object({ chains: z.optional(z.array(chainIdSchema).check(z.maxLength(256))) })]),
      ),
    }),
  })

/** Whether a resource of a sign-in message is a ReCap. It is always the last resource. */
export const isRecap = (resource: string | undefined): resource is string =>
  resource?.startsWith(prefix) === true

function decodeJson(resource: string): unknown {
  const bytes = decodeBase64(resource.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'))
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** Decodes a ReCap; `undefined` if it grants anything but requests to Ethereum accounts. */
export function decodeRecap(resource: string): Recap | undefined {
  const parsed = recapSchema().safeParse(decodeJson(resource))
  if (!parsed.success) return undefined
  const entries = Object.entries(parsed.data.att.eip155)
  return {
    methods: entries.map(([key]) => ability.exec(key)?.[1] ?? ''),
    chains: [...new Set(entries.flatMap(([, [{ chains = [] }]]) => chains))],
  }
}

// In the SDK's order, which is by locale, not by code point.
const sorted = (methods: readonly string[]) => [...methods].sort((a, b) => a.localeCompare(b))

/** A ReCap that requests methods, on any of the requested chains that the wallet supports. */
export function encodeRecap(methods: readonly string[]): string {
  const eip155 = Object.fromEntries(sorted(methods).map((method) => [`request/${method}`, [{}]]))
  return `${prefix}${btoa(JSON.stringify({ att: { eip155 } })).replaceAll('=', '')}`
}

/** The sentence that a ReCap adds to the signed statement. */
export function recapSentence({ methods }: Recap): string {
  const named = sorted(methods).map((method) => `'${method}'`)
  return `${preamble}(1) 'request': ${named.join(', ')} for 'eip155'.`
}

/** A statement with the sentence of its ReCap, which the wallet may have added already. */
export function appendRecapSentence(statement: string | undefined, recap: Recap): string {
  if (statement?.includes(preamble)) return statement
  return [statement, recapSentence(recap)].filter(Boolean).join(' ')
}
