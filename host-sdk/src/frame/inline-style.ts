/**
 * Sets inline declarations that no rule of the page overrides, through CSSOM, which the strictest policy allows. Returns
 * a function that restores the previous values, except those changed meanwhile.
 */
export function setStyle({ style }: HTMLElement, declarations: Readonly<Record<string, string>>): () => void {
  const read = (name: string) => [style.getPropertyValue(name), style.getPropertyPriority(name)] as const
  const undo = Object.entries(declarations).map(([name, value]) => {
    const [valueBefore, priorityBefore] = read(name)
    style.setProperty(name, value, 'important')
    const valueSet = read(name).join()
    return () => {
      if (read(name).join() === valueSet) style.setProperty(name, valueBefore, priorityBefore)
    }
  })
  return () => {
    for (const step of undo) step()
  }
}
