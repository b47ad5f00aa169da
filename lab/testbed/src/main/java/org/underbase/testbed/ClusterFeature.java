package org.underbase.testbed;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * Optional part of a cluster, such as tiers or a combined log: keys, JVM options and DataNodes that a recipe adds with
 * {@link ClusterRecipe#with(String...)}. Implementations are found by {@link ServiceLoader}. They name classes of product
 * modules by string because the testbed must not depend on modules whose tests use it.
 */
public interface ClusterFeature {
    /**
     * Returns the name of the feature.
     *
     * @return lower-case word, as {@code cluster start --with} accepts it
     */
    String name();

    /**
     * Returns the description of the feature for help texts.
     *
     * @return one line without a period
     */
    String description();

    /**
     * Returns the module that contains the classes of the feature.
     *
     * @return Maven artifact id
     */
    String module();

    /**
     * Returns the classes that the feature's daemons load.
     *
     * @return full class names
     */
    List<String> classes();

    /** Whether the feature has no effect on a cluster without HBase. */
    default boolean needsHBase() {
        return false;
    }

    /**
     * Adds the feature to a recipe whose nodes and disks are complete. Keys that the recipe sets already stay:
     * implementations use {@link ClusterRecipe#setDefault(Role, String, String)} and its variants.
     *
     * @param recipe recipe to change
     */
    void apply(ClusterRecipe recipe);

    /**
     * Checks that the classes of the feature are on this JVM's class path.
     *
     * @throws IllegalArgumentException if a class is missing; the message names the class and its module
     */
    default void checkClassPath() {
        for (String name : classes()) {
            String resource = name.replace('.', '/') + ".class";
            if (ClusterFeature.class.getClassLoader().getResource(resource) == null) {
                throw new IllegalArgumentException("feature '" + name() + "' needs class " + name
                        + ", which is missing on the class path: add module " + module());
            }
        }
    }

    /**
     * Loads all features.
     *
     * @return features in the order of their declaration
     */
    static List<ClusterFeature> all() {
        return ServiceLoader.load(ClusterFeature.class, ClusterFeature.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /**
     * Loads a feature with its default options.
     *
     * @param name name of the feature
     * @return the feature
     * @throws IllegalArgumentException if there is no such feature; the message lists all
     */
    static ClusterFeature named(String name) {
        List<ClusterFeature> all = all();
        return all.stream()
                .filter(feature -> feature.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such feature: '" + name + "' (one of "
                        + all.stream().map(ClusterFeature::name).collect(Collectors.joining(", ")) + ")"));
    }
}
