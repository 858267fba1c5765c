import * as z from 'zod/mini'

/** The one policy of Trusted Types that the widget's document allows; it lets this one address through. */
const workerPolicyName = 'code-worker'

const typesSchema = z.object({
  createPolicy: z.custom<(name: string, rules: object) => unknown>((value) => typeof value === 'function'),
})
const policySchema = z.object({
  createScriptURL: z.custom<(text: string) => unknown>((value) => typeof value === 'function'),
})

/**
 * The address of a worker's script as a document under Trusted Types takes it: an object of theirs, which the DOM's types
 * call a string. Where there are none it is the address itself, where no such policy may be made undefined.
 */
export function trustedScriptUrl(types: unknown, address: string): string | undefined {
  if (types === undefined) return address
  const createScriptURL = (text: string): string => {
    if (text !== address) throw new TypeError('Another script')
    return text
  }
  try {
    const own = typesSchema.parse(types)
    const policy = own.createPolicy.call(types, workerPolicyName, { createScriptURL })
    // Called on the policy itself: what a schema gives is a copy, which the browser refuses.
    const trusted: unknown = policySchema.parse(policy).createScriptURL.call(policy, address)
    return z.custom<string>((value) => String(value) === address).parse(trusted)
  } catch {
    return undefined
  }
}
