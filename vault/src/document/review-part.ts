import '#widget/i18n/review-messages.ts'

// biome-ignore lint/performance/noBarrelFile: texts and parts of the review, which load together.
export { reviewInWindow } from '#widget/app/confirm/review-in-window.ts'
export { ApproveTransactionView } from '#widget/features/review/views/approve-transaction-view.tsx'
export { limitAssetOf } from '../spending/limit-asset.ts'
export { paymentOf } from '../spending/payment-of.ts'
export { createLimitOffer } from './limit-offer.ts'
