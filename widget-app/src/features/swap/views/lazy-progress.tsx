import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { progressFile } from '../plan/lazy-progress.ts'

/** `SwapProgress`, once its file is there. */
export const LoadedProgress = lazyComponent(async () => (await progressFile()).SwapProgress)
