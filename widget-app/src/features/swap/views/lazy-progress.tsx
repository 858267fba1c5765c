import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { progressFile } from '../plan/lazy-progress.ts'

/** `SwapProgress`, loaded on first use. */
export const LoadedProgress = lazyComponent(async () => (await progressFile()).SwapProgress)
