import { Field } from "type-graphql";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { Shape } from "../../../api/contract/shape.js";

@Shape("LatLng", "A geographic position.")
export class LatLng {
  @Field(() => Decimal, { description: "Latitude in degrees." })
  lat!: DecimalText;

  @Field(() => Decimal, { description: "Longitude in degrees." })
  lng!: DecimalText;
}
