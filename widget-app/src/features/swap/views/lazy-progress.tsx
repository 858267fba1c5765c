import { loadedComponent } from '#widget/lib/lazy-component.tsx'
import { progressFile } from '../plan/lazy-progress.ts'

/** `SwapProgress`, once its file is there. */
export const LoadedProgress = loadedComponent(async () => (await progressFile()).SwapProgress)
