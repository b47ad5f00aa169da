package org.underbase.sim.run;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import java.io.File;
import java.net.URL;
import org.underbase.operator.output.PrintableText;

/** Rejects all includes: those of HOCON ignore what they cannot read, and a study is one file. */
final class NoIncludes implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {
    @Override
    public ConfigIncluder withFallback(ConfigIncluder fallback) {
        return this;
    }

    @Override
    public ConfigObject include(ConfigIncludeContext context, String name) {
        throw new ConfigException.Generic(
                "include " + PrintableText.of(name) + ": a study is one file; copy the keys into it");
    }

    @Override
    public ConfigObject includeFile(ConfigIncludeContext context, File file) {
        return include(context, file.toString());
    }

    @Override
    public ConfigObject includeURL(ConfigIncludeContext context, URL url) {
        return include(context, url.toString());
    }

    @Override
    public ConfigObject includeResources(ConfigIncludeContext context, String resource) {
        return include(context, resource);
    }
}
