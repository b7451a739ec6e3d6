/**
 * Makes an element. A property that the element has is set as such, anything else as an attribute; children may be
 * nodes, strings, or nothing.
 */
export const element = (tag, properties = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return node;
};

export const byId = (id) => document.getElementById(id);
