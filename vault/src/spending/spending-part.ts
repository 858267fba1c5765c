import '#widget/i18n/review-messages.ts'
import '#widget/i18n/vault-spending-messages.ts'

// biome-ignore lint/performance/noBarrelFile: texts, flow and screen of a spending limit, which load together.
export { LimitScreen } from './limit-screen.tsx'
export { offerLimit } from './set-limit.ts'
