// Files that were dropped together: one is read, the others stand beside it.

/// The longest text of a file that stands beside another.
const MOST_OF_TEXT = 1 << 20;

/// What stands beside a program or an image, and says a version or a name: the file of a build, or of a project.
const BESIDE = ["platformio.ini", "library.properties", "idf_component.yml", "west.yml", "requirements.txt", "sketch.yaml", "prj.conf", ".config"];

/// Of files that were dropped together, the first that is read, and the texts of those that stand beside it, by their names.
export const sorted = async (files) => {
  const isBeside = ({ name, size }) => BESIDE.includes(name) && size <= MOST_OF_TEXT;
  const file = files.find((one) => !isBeside(one)) ?? files[0];
  const others = files.filter((one) => one !== file && isBeside(one));
  const texts = await Promise.all(others.map((one) => one.text()));
  return { file, beside: Object.fromEntries(others.map(({ name }, index) => [name, texts[index]])) };
};
