// RFC 6902 patches, applied without changing what they are applied to: parts that stay the same stay the same object.

const unescape = (part) => part.replaceAll('~1', '/').replaceAll('~0', '~');

export function patched(document, operations) {
  return operations.reduce(
    (made, { op, path, value }) => (path === '' ? value : changed(made, path.slice(1).split('/').map(unescape), op, value)),
    document,
  );
}

function changed(node, [part, ...rest], op, value) {
  const copy = Array.isArray(node) ? [...node] : { ...node };
  if (rest.length) copy[part] = changed(node[part], rest, op, value);
  else if (Array.isArray(copy)) changeList(copy, part, op, value);
  else if (op === 'remove') delete copy[part];
  else copy[part] = value;
  return copy;
}

function changeList(list, part, op, value) {
  const at = part === '-' ? list.length : Number(part);
  if (op === 'add') list.splice(at, 0, value);
  else if (op === 'remove') list.splice(at, 1);
  else list[at] = value;
}
