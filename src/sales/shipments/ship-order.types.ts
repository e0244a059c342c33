import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../contract/extension-attributes.js";
import { Decimal, type DecimalText } from "../../contract/scalars.js";
import { Shape } from "../../contract/shape.js";

@Shape("ShipmentItemCreation", "Units of a line of an order to ship.")
export class ShipmentItemCreation {
  @Field(() => Int, { nullable: true, description: "Id of the line of the order. Unknown ones are ignored." })
  order_item_id?: number | null;

  @Field(() => Decimal, { nullable: true, description: "Units; at most those that are left are shipped." })
  qty?: DecimalText | null;
}

@Shape("ShipmentTrackCreation", "A tracking number of a new shipment.")
export class ShipmentTrackCreation {
  @Field(() => String, { nullable: true, description: "Number of the carrier. An empty one is refused with 400." })
  track_number?: string | null;

  @Field(() => String, { nullable: true, description: "Name of the carrier, as shown to the customer." })
  title?: string | null;

  @Field(() => String, { nullable: true, description: "Code of the carrier, such as ups or custom." })
  carrier_code?: string | null;
}

@ExtensionAttributes("ShipmentCreationArguments")
export class ShipmentCreationArgumentsExtension {
  @Extension(
    () => String,
    "Code of the source that the goods leave; by default the only source of the stock, otherwise the default source.",
  )
  source_code?: string | null;
}

@Shape("ShipmentCreationArguments", "Where a new shipment leaves from.")
export class ShipmentCreationArguments {
  @Field(() => ShipmentCreationArgumentsExtension, { nullable: true, description: "The source of the goods." })
  extension_attributes?: ShipmentCreationArgumentsExtension | null;
}
