import { describe, expect, it, vi } from 'vitest'
import { trustedScriptUrl } from './trusted-script-url.ts'

const address = '/assets/code-worker-1.js'

/** Trusted Types of a document that allows these policies, each once. */
function trustedTypes(allowed: readonly string[]) {
  const remaining = new Set(allowed)
  const createdUrls: { createScriptURL: (text: string) => string }[] = []
  return {
    createdUrls,
    createPolicy: vi.fn((name: string, rules: { createScriptURL: (text: string) => string }) => {
      if (!remaining.delete(name)) throw new TypeError('Policy is not allowed')
      createdUrls.push(rules)
      // Browsers return an object that converts to the text, and only if called as a method of the policy.
      const policy = {
        createScriptURL(this: unknown, text: string) {
          if (this !== policy) throw new TypeError('Illegal invocation')
          return { toString: () => rules.createScriptURL(text) }
        },
      }
      return policy
    }),
  }
}

describe('trustedScriptUrl', () => {
  it('no Trusted Types › returns the URL', () => {
    expect(trustedScriptUrl(undefined, address)).toBe(address)
  })

  it('Trusted Types › returns a value of a policy that allows this URL and no other', () => {
    const types = trustedTypes(['code-worker'])
    expect(String(trustedScriptUrl(types, address))).toBe(address)
    expect(types.createPolicy).toHaveBeenCalledTimes(1)
    expect(() => types.createdUrls[0]?.createScriptURL('https://evil.example/a.js')).toThrow('Another script')
  })

  it('document allows no such policy › undefined', () => {
    expect(trustedScriptUrl(trustedTypes([]), address)).toBeUndefined()
  })
})
