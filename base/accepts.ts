/** True if an Accept or Accept-Encoding header names a type or coding, and does not rule it out. */
export const accepts = (header: string, wanted: string): boolean =>
  header.split(",").some((each) => {
    const [name = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    return name === wanted && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
