import * as z from 'zod/mini'

const policySchema = z.object({
  featurePolicy: z.object({
    allowsFeature: z.custom<(name: string) => unknown>((value) => typeof value === 'function'),
  }),
})

/** Whether a page may ask to read the clipboard: in a frame only if the host page delegated it. */
export function canReadClipboard(page: Window): boolean {
  const { clipboard } = page.navigator
  if (!clipboard || typeof clipboard.readText !== 'function') return false
  const policy = policySchema.safeParse(page.document)
  if (!policy.success) return page === page.top
  return (
    policy.data.featurePolicy.allowsFeature.call(
      Reflect.get(page.document, 'featurePolicy'),
      'clipboard-read',
    ) === true
  )
}

/** The clipboard's text; undefined when the browser or the person refuses. */
export const readClipboard = (page: Window): Promise<string | undefined> =>
  page.navigator.clipboard.readText().then(
    (text) => text.trim(),
    () => undefined,
  )
