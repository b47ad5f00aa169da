package org.underbase.sim.hats.flow;

import java.util.Arrays;

/** Binary heap of flows by their end, in which the end of a flow can change. */
final class FlowHeap {
    private Flow[] flows = new Flow[64];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns the flow that ends first. */
    Flow first() {
        return flows[0];
    }

    void add(Flow flow) {
        if (size == flows.length) {
            flows = Arrays.copyOf(flows, 2 * size);
        }
        flow.heapIndex = size;
        flows[size++] = flow;
        up(flow);
    }

    /** Restores the order after the end of a flow has changed. */
    void changed(Flow flow) {
        up(flow);
        down(flow);
    }

    void remove(Flow flow) {
        Flow last = flows[--size];
        flows[size] = null;
        if (last != flow) {
            last.heapIndex = flow.heapIndex;
            flows[last.heapIndex] = last;
            changed(last);
        }
    }

    private void up(Flow flow) {
        int index = flow.heapIndex;
        while (index > 0 && flow.isBefore(flows[(index - 1) / 2])) {
            set(index, flows[(index - 1) / 2]);
            index = (index - 1) / 2;
        }
        set(index, flow);
    }

    private void down(Flow flow) {
        int index = flow.heapIndex;
        while (2 * index + 1 < size) {
            int child = 2 * index + 1;
            if (child + 1 < size && flows[child + 1].isBefore(flows[child])) {
                child++;
            }
            if (!flows[child].isBefore(flow)) {
                break;
            }
            set(index, flows[child]);
            index = child;
        }
        set(index, flow);
    }

    private void set(int index, Flow flow) {
        flows[index] = flow;
        flow.heapIndex = index;
    }
}
