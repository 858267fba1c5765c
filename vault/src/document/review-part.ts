// biome-ignore lint/performance/noBarrelFile: the two halves of the review, which load together.
export { reviewInWindow } from '#widget/app/confirm/review-in-window.ts'
export { ApproveTransactionView } from '#widget/features/review/views/approve-transaction-view.tsx'
export { limitAssetOf } from '../spending/limit-asset.ts'
export { paymentOf } from '../spending/payment-of.ts'
