import * as z from '#shared/zod.ts'

/** The only Trusted Types policy that the widget's document allows; it allows this one URL. */
const workerPolicyName = 'code-worker'

const typesSchema = z.object({
  createPolicy: z.custom<(name: string, rules: object) => unknown>((value) => typeof value === 'function'),
})
const policySchema = z.object({
  createScriptURL: z.custom<(text: string) => unknown>((value) => typeof value === 'function'),
})

/**
 * Converts the URL of a worker's script for a document with Trusted Types: to a TrustedScriptURL, which the DOM's types
 * declare as a string. Returns the URL itself without Trusted Types, and undefined if the policy is not allowed.
 */
export function trustedScriptUrl(types: unknown, address: string): string | undefined {
  if (types === undefined) return address
  const createScriptURL = (text: string): string => {
    if (text !== address) throw new TypeError('Another script')
    return text
  }
  try {
    const trustedTypes = typesSchema.parse(types)
    const policy = trustedTypes.createPolicy.call(types, workerPolicyName, { createScriptURL })
    // Called on the policy itself: a schema returns a copy, which the browser rejects.
    const trusted: unknown = policySchema.parse(policy).createScriptURL.call(policy, address)
    return z.custom<string>((value) => String(value) === address).parse(trusted)
  } catch {
    return undefined
  }
}
