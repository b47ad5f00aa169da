package org.underbase.bench.analysis.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalLong;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.layers.LayersFigure;
import org.underbase.analysis.layers.LayersPartial;
import org.underbase.analysis.operator.Operator;

/** The sums of figure 2 over the events, without files. */
final class Sums implements Operator<LayersPartial, ObjectNode> {
    private final LayersFigure layers = new LayersFigure();
    private final TraceFacts facts;

    Sums(Assumptions assumptions) {
        this.facts = new TraceFacts(assumptions, 0, 0, OptionalLong.empty());
    }

    @Override
    public LayersPartial start() {
        return layers.start(facts);
    }

    @Override
    public ObjectNode finish(LayersPartial whole) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        layers.addJson(layers.finish(whole, facts), json);
        return json;
    }
}
