package org.underbase.localcompact.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.util.List;

/**
 * Service descriptor for HBase 2 coprocessors, which use protobuf 2.5: methods whose request and response are bytes. The
 * bytes are messages of the protobuf release that Hadoop shades. This avoids the protobuf 2.5 compiler, which does not exist
 * for every platform.
 */
final class Envelope {
    static final String START = "start";
    static final String STEP = "step";
    static final String STATUS = "status";

    static final ServiceDescriptor SERVICE = service();
    private static final FieldDescriptor PAYLOAD =
            SERVICE.getFile().findMessageTypeByName("Payload").findFieldByName("bytes");

    private Envelope() {}

    private static ServiceDescriptor service() {
        FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder()
                .setName("underbase-localcompact-service")
                .setPackage("underbase.localcompact");
        file.addMessageType(DescriptorProto.newBuilder()
                .setName("Payload")
                .addField(FieldDescriptorProto.newBuilder()
                        .setName("bytes")
                        .setNumber(1)
                        .setType(FieldDescriptorProto.Type.TYPE_BYTES)
                        .setLabel(FieldDescriptorProto.Label.LABEL_REQUIRED)));
        ServiceDescriptorProto.Builder service =
                ServiceDescriptorProto.newBuilder().setName("LocalCompactService");
        for (String method : List.of(START, STEP, STATUS)) {
            service.addMethod(MethodDescriptorProto.newBuilder()
                    .setName(method)
                    .setInputType(".underbase.localcompact.Payload")
                    .setOutputType(".underbase.localcompact.Payload"));
        }
        try {
            return FileDescriptor.buildFrom(file.addService(service).build(), new FileDescriptor[0])
                    .findServiceByName("LocalCompactService");
        } catch (DescriptorValidationException e) {
            throw new IllegalStateException(e);
        }
    }

    static MethodDescriptor method(String name) {
        return SERVICE.findMethodByName(name);
    }

    static Message empty() {
        return DynamicMessage.getDefaultInstance(PAYLOAD.getContainingType());
    }

    static Message wrap(byte[] bytes) {
        return DynamicMessage.newBuilder(PAYLOAD.getContainingType())
                .setField(PAYLOAD, ByteString.copyFrom(bytes))
                .build();
    }

    static byte[] unwrap(Message message) {
        return ((ByteString) message.getField(PAYLOAD)).toByteArray();
    }
}
