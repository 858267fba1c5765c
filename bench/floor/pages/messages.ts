import * as z from '#shared/zod.ts'

/** Origins of the floor's two sites have these host names, and one port. */
export const frameHost = 'floor-widget.localhost'

/** A wallet that announces itself (EIP-6963). */
export const announcedWallet = z.object({
  uuid: z.string(),
  name: z.string().check(z.maxLength(80)),
  icon: z.string(),
  rdns: z.string(),
})
export type AnnouncedWallet = z.infer<typeof announcedWallet>

export const shownWallets = z.array(announcedWallet)

/** What the floor's frame offers to its host. */
export type FloorFrame = { show(wallets: readonly AnnouncedWallet[]): Promise<void> }
