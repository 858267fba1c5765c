import type { View } from '#widget/kernel/view.ts'

/** Both reasons of the stop screen. Test only. */
export const fixtures: readonly { readonly view: View; readonly state: string }[] = [
  { view: { name: 'Blocked', code: 'APKT002' }, state: 'origin not allowed' },
  { view: { name: 'Blocked', code: 'APKT008' }, state: 'project id missing' },
]
