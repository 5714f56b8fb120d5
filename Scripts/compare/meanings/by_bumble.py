"""What bumble says of AD structures."""

from meanings.meaning import Meaning, full_uuid, set_bits


def bumble_meaning(kind: int, value: bytes) -> Meaning | None:
    """What bumble says; None for a type that it does not know."""
    from bumble import data_types
    from bumble.core import AdvertisingData

    item = data_types.data_type_from_advertising_data(AdvertisingData.Type(kind), value)
    match item:
        case data_types.GenericAdvertisingData():
            return None
        case data_types.ListOfServiceUUIDs():
            meaning = {"uuids": [full_uuid(str(u.to_hex_str("-"))) for u in item.uuids]}
        case data_types.ServiceData():
            meaning = {"uuid": full_uuid(item.service_uuid.to_hex_str("-")), "data": item.data.hex()}
        case data_types.BroadcastCode():
            meaning = {}
        case data_types.Uri():
            meaning = {"scheme": ord(item[0]), "rest": str.__str__(item)[1:]}
        case data_types.StringDataType():
            meaning = {"name": str.__str__(item)}
        case data_types.TxPowerLevel():
            meaning = {"dBm": int(item)}
        case data_types.ClassOfDevice():
            meaning = {
                "value": int(item),
                "majorClass": int(item.major_device_class),
                "minorClass": int(item.minor_device_class),
                "serviceClasses": item.major_service_classes_labels().split("|"),
            }
            meaning["serviceClasses"] = [name.strip().title() for name in meaning["serviceClasses"]]
        case data_types.ResolvableSetIdentifier():
            meaning = {"hash": int.from_bytes(item[:3], "little"), "random": int.from_bytes(item[3:], "little")}
        case data_types.PeripheralConnectionIntervalRange():
            meaning = {
                "minimumMs": item.connection_interval_min * 1.25,
                "maximumMs": item.connection_interval_max * 1.25,
            }
        case data_types.Appearance():
            meaning = {"value": int(item)}
        case data_types.PublicTargetAddress() | data_types.RandomTargetAddress():
            meaning = {"addresses": [item.value_string()], "random": not item.is_public}
        case data_types.LeBluetoothDeviceAddress():
            meaning = {"address": item.value_string().split("/")[0]}
        case data_types.AdvertisingInterval() | data_types.AdvertisingIntervalLong():
            meaning = {"units": int(item)}
        case data_types.LeSupportedFeatures():
            meaning = {"bits": set_bits(int(item))}
        case data_types.ChannelMapUpdateIndication():
            meaning = {"channels": set_bits(item.chm), "instant": item.instant}
        case data_types.EncryptedData():
            meaning = {"randomizer": item.randomizer, "ciphertext": item.payload.hex(), "mic": int.from_bytes(item.mic)}
        case data_types.PeriodicAdvertisingResponseTimingInformation():
            meaning = {
                "responseAccessAddress": item.rspaa,
                "subevents": item.num_subevents,
                "subeventIntervalMs": item.subevent_interval * 1.25,
                "responseSlotDelayMs": item.response_slot_delay * 1.25,
                "responseSlotSpacingMs": item.response_slot_spacing * 0.125,
            }
        case data_types.ManufacturerSpecificData():
            meaning = {"company": item.company_identifier, "data": item.data.hex()}
        case data_types.FixedSizeBytesDataType():
            meaning = {"value": bytes.hex(item)}
        case int():  # flags, security manager flags, role
            meaning = {"value": int(item)}
        case _:
            raise ValueError(f"no reading for bumble's {type(item).__name__}")
    return meaning | {"bytes": bytes(item).hex()}
