import * as z from 'zod/mini'

const policySchema = z.object({
  featurePolicy: z.object({
    allowsFeature: z.custom<(name: string) => unknown>((value) => typeof value === 'function'),
  }),
})

/** Whether the page may open the system's share sheet: where there is one, and no page around forbids it. */
export function canShare(page: Window): boolean {
  if (typeof page.navigator.share !== 'function') return false
  const policy = policySchema.safeParse(page.document)
  // Browsers without the list ask when the sheet is opened.
  if (!policy.success) return true
  const list: unknown = Reflect.get(page.document, 'featurePolicy')
  return policy.data.featurePolicy.allowsFeature.call(list, 'web-share') === true
}

/** Opens the share sheet; false when it could not be opened. Who closes it without sharing has not failed. */
export const shareText = (page: Window, text: string): Promise<boolean> =>
  page.navigator.share({ text }).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  )
