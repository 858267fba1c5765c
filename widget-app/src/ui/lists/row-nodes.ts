/** A row's node in the document and the item it shows. */
export type RowNode = { readonly key: number; readonly id: string }

/**
 * The nodes that show these items, in the order they have in the document. At rest that is the order of the list, and a
 * new item has a node of its own. While rows run past, what comes is shown by the nodes of what left, where they stand:
 * changing a text costs a fraction of making a row, and nobody reads or tabs through a list that is running.
 */
export function rowNodes(
  before: readonly RowNode[],
  ids: readonly string[],
  isRunning: boolean,
): readonly RowNode[] {
  let key = before.reduce((highest, node) => Math.max(highest, node.key), 0)
  const fresh = (id: string): RowNode => ({ key: ++key, id })
  const known = new Map(before.map((node) => [node.id, node]))
  if (!isRunning) return ids.map((id) => known.get(id) ?? fresh(id))
  const wanted = new Set(ids)
  const coming = ids.filter((id) => !known.has(id))
  const standing = before.flatMap((node): readonly RowNode[] => {
    if (wanted.has(node.id)) return [node]
    const id = coming.shift()
    return id === undefined ? [] : [{ key: node.key, id }]
  })
  return [...standing, ...coming.map(fresh)]
}
