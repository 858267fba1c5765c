import * as z from '#shared/zod.ts'

const policySchema = z.object({
  featurePolicy: z.object({
    allowsFeature: z.custom<(name: string) => unknown>((value) => typeof value === 'function'),
  }),
})

/**
 * Whether a document may use a feature, which every ancestor page must allow; undefined without the Permissions Policy API.
 */
export function isAllowedByPermissionsPolicy(page: Window, feature: string): boolean | undefined {
  const policy = policySchema.safeParse(page.document)
  if (!policy.success) return undefined
  const list: unknown = Reflect.get(page.document, 'featurePolicy')
  return policy.data.featurePolicy.allowsFeature.call(list, feature) === true
}
